import express from "express";
import session from "express-session";
import * as client from "openid-client";

const { ISSUER, CLIENT_ID, CLIENT_SECRET, PORT } = process.env;
const base = `http://127.0.0.1:${PORT}`;
const redirect_uri = `${base}/cb`;

const config = await client.discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, {
  execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
});

const app = express();
app.use(session({ secret: "for this test only", resave: false, saveUninitialized: false }));

app.get("/login", async (request, response) => {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()];
  request.session.checks = { pkceCodeVerifier, expectedState, expectedNonce };
  const to = client.buildAuthorizationUrl(config, {
    redirect_uri,
    scope: "openid profile email offline_access",
    prompt: "consent",
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
  });
  response.redirect(to.href);
});

app.get("/cb", async (request, response) => {
  const tokens = await client.authorizationCodeGrant(
    config,
    new URL(request.originalUrl, base),
    request.session.checks,
  );
  const { sub } = tokens.claims();
  request.session.tokens = { ...tokens, sub };
  request.session.person = await client.fetchUserInfo(config, tokens.access_token, sub);
  response.redirect("/me");
});

app.get("/me", (request, response) => response.json(request.session.person ?? null));

app.get("/refresh", async (request, response) => {
  const { refresh_token, access_token, sub } = request.session.tokens;
  const tokens = await client.refreshTokenGrant(config, refresh_token);
  const person = await client.fetchUserInfo(config, tokens.access_token, sub);
  response.json({ ...person, isNew: tokens.access_token !== access_token });
});

app.get("/logout", (request, response) => {
  const { id_token } = request.session.tokens;
  const to = client.buildEndSessionUrl(config, {
    id_token_hint: id_token,
    post_logout_redirect_uri: `${base}/bye`,
  });
  request.session.destroy(() => response.redirect(to.href));
});

app.get("/bye", (_request, response) => response.send("Signed out"));
app.listen(Number(PORT), "127.0.0.1");
