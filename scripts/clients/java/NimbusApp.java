import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.oauth2.sdk.*;
import com.nimbusds.oauth2.sdk.auth.*;
import com.nimbusds.oauth2.sdk.id.*;
import com.nimbusds.oauth2.sdk.pkce.*;
import com.nimbusds.oauth2.sdk.token.*;
import com.nimbusds.openid.connect.sdk.*;
import com.nimbusds.openid.connect.sdk.claims.*;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import com.sun.net.httpserver.*;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import net.minidev.json.JSONObject;

/** An app with the Nimbus OAuth 2.0 SDK and Java's own web server. One browser uses it. */
public class NimbusApp {
    interface Page {
        Object open(URI uri) throws Exception;
    }

    static final Map<String, String> ENV = System.getenv();
    static final String BASE = "http://127.0.0.1:" + ENV.get("PORT");
    static final URI CALLBACK = URI.create(BASE + "/cb");
    static final ClientID CLIENT = new ClientID(ENV.get("CLIENT_ID"));
    static final ClientAuthentication SECRET = new ClientSecretBasic(CLIENT, new Secret(ENV.get("CLIENT_SECRET")));

    static OIDCProviderMetadata provider;
    static IDTokenValidator validator;
    static State state;
    static Nonce nonce;
    static CodeVerifier verifier;
    static OIDCTokens tokens;
    static UserInfo person;

    public static void main(String[] args) throws Exception {
        provider = OIDCProviderMetadata.resolve(new Issuer(ENV.get("ISSUER")));
        validator = new IDTokenValidator(provider.getIssuer(), CLIENT, JWSAlgorithm.RS256, provider.getJWKSetURI().toURL());
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(ENV.get("PORT"))), 0);
        page(server, "/login", uri -> login());
        page(server, "/cb", NimbusApp::callback);
        page(server, "/me", uri -> person.toJSONObject());
        page(server, "/refresh", uri -> refresh());
        page(server, "/logout", uri -> logout());
        page(server, "/bye", uri -> new JSONObject());
        server.start();
    }

    /** Serves a page: a redirect for a URI, JSON for an object. */
    static void page(HttpServer server, String path, Page page) {
        server.createContext(path, exchange -> {
            int status = 200;
            byte[] body = {};
            try {
                Object content = page.open(exchange.getRequestURI());
                if (content instanceof URI to) {
                    exchange.getResponseHeaders().set("Location", to.toString());
                    status = 302;
                } else {
                    body = content.toString().getBytes(StandardCharsets.UTF_8);
                }
            } catch (Exception error) {
                status = 500;
                body = error.toString().getBytes(StandardCharsets.UTF_8);
            }
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    static URI login() {
        state = new State();
        nonce = new Nonce();
        verifier = new CodeVerifier();
        return new AuthenticationRequest.Builder(
                        new ResponseType("code"), new Scope("openid", "profile", "email"), CLIENT, CALLBACK)
                .endpointURI(provider.getAuthorizationEndpointURI())
                .state(state)
                .nonce(nonce)
                .codeChallenge(verifier, CodeChallengeMethod.S256)
                .build()
                .toURI();
    }

    static Object callback(URI uri) throws Exception {
        AuthenticationResponse response = AuthenticationResponseParser.parse(uri);
        if (!state.equals(response.getState())) throw new GeneralException("state did not match");
        if (!response.indicatesSuccess()) throw new GeneralException(response.toErrorResponse().getErrorObject());
        AuthenticationSuccessResponse success = response.toSuccessResponse();
        if (!provider.getIssuer().equals(success.getIssuer())) throw new GeneralException("iss did not match (RFC 9207)");
        tokens = send(new AuthorizationCodeGrant(success.getAuthorizationCode(), CALLBACK, verifier));
        IDTokenClaimsSet claims = validator.validate(tokens.getIDToken(), nonce);
        person = personOf(tokens.getBearerAccessToken(), claims.getSubject());
        return URI.create(BASE + "/me");
    }

    static OIDCTokens send(AuthorizationGrant grant) throws Exception {
        TokenRequest request = new TokenRequest.Builder(provider.getTokenEndpointURI(), SECRET, grant).build();
        TokenResponse response = OIDCTokenResponseParser.parse(request.toHTTPRequest().send());
        if (!response.indicatesSuccess()) throw new GeneralException(response.toErrorResponse().getErrorObject());
        return ((OIDCTokenResponse) response.toSuccessResponse()).getOIDCTokens();
    }

    static UserInfo personOf(BearerAccessToken token, Subject subject) throws Exception {
        UserInfoRequest request = new UserInfoRequest(provider.getUserInfoEndpointURI(), token);
        UserInfoResponse response = UserInfoResponse.parse(request.toHTTPRequest().send());
        if (!response.indicatesSuccess()) throw new GeneralException(response.toErrorResponse().getErrorObject());
        UserInfo info = response.toSuccessResponse().getUserInfo();
        if (!info.getSubject().equals(subject)) throw new GeneralException("userinfo is about another user");
        return info;
    }

    static Object refresh() throws Exception {
        OIDCTokens next = send(new RefreshTokenGrant(tokens.getRefreshToken()));
        IDTokenClaimsSet claims = validator.validate(next.getIDToken(), null);
        JSONObject content = personOf(next.getBearerAccessToken(), claims.getSubject()).toJSONObject();
        content.put("isNew", !next.getAccessToken().equals(tokens.getAccessToken()));
        return content;
    }

    static URI logout() {
        return new LogoutRequest(provider.getEndSessionEndpointURI(), tokens.getIDToken(), URI.create(BASE + "/bye"), null)
                .toURI();
    }
}
