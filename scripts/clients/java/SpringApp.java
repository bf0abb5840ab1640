import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.OAuth2AuthorizeRequest;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientProviderBuilder;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.userinfo.DefaultOAuth2UserService;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserRequest;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An app of Spring Boot with the OAuth 2.0 login of Spring Security. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(SpringApp.Pages.class)
public class SpringApp {
    public static void main(String[] args) {
        Map<String, String> env = System.getenv();
        String client = "spring.security.oauth2.client.";
        SpringApplication app = new SpringApplication(SpringApp.class);
        app.setDefaultProperties(Map.of(
                "server.address", "127.0.0.1",
                "server.port", env.get("PORT"),
                client + "provider.castellan.issuer-uri", env.get("ISSUER"),
                client + "registration.castellan.client-id", env.get("CLIENT_ID"),
                client + "registration.castellan.client-secret", env.get("CLIENT_SECRET"),
                client + "registration.castellan.scope", "openid,profile,email"));
        app.run(args);
    }

    @Bean
    SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository registrations) throws Exception {
        OidcClientInitiatedLogoutSuccessHandler logout = new OidcClientInitiatedLogoutSuccessHandler(registrations);
        logout.setPostLogoutRedirectUri("{baseUrl}/bye");
        return http.authorizeHttpRequests(requests ->
                        requests.requestMatchers("/bye").permitAll().anyRequest().authenticated())
                .oauth2Login(login -> login.defaultSuccessUrl("/me", true))
                .logout(leave -> leave.logoutSuccessHandler(logout))
                .build();
    }

    /** Refreshes at each call, because every access token expires within a day. */
    @Bean
    DefaultOAuth2AuthorizedClientManager manager(
            ClientRegistrationRepository registrations, OAuth2AuthorizedClientRepository clients) {
        var manager = new DefaultOAuth2AuthorizedClientManager(registrations, clients);
        manager.setAuthorizedClientProvider(OAuth2AuthorizedClientProviderBuilder.builder()
                .authorizationCode()
                .refreshToken(refresh -> refresh.clockSkew(Duration.ofDays(1)))
                .build());
        return manager;
    }

    @RestController
    static class Pages {
        final DefaultOAuth2AuthorizedClientManager manager;
        final OAuth2AuthorizedClientRepository clients;

        Pages(DefaultOAuth2AuthorizedClientManager manager, OAuth2AuthorizedClientRepository clients) {
            this.manager = manager;
            this.clients = clients;
        }

        @GetMapping("/me")
        Map<String, Object> me(@AuthenticationPrincipal OidcUser user) {
            return user.getClaims();
        }

        @GetMapping("/refresh")
        Map<String, Object> refresh(Authentication user, HttpServletRequest request, HttpServletResponse response) {
            OAuth2AuthorizedClient before = clients.loadAuthorizedClient("castellan", user, request);
            OAuth2AuthorizedClient after = manager.authorize(OAuth2AuthorizeRequest.withAuthorizedClient(before)
                    .principal(user)
                    .attributes(all -> {
                        all.put(HttpServletRequest.class.getName(), request);
                        all.put(HttpServletResponse.class.getName(), response);
                    })
                    .build());
            var userinfo = new OAuth2UserRequest(after.getClientRegistration(), after.getAccessToken());
            Map<String, Object> content = new HashMap<>(new DefaultOAuth2UserService().loadUser(userinfo).getAttributes());
            content.put("isNew", !after.getAccessToken().getTokenValue().equals(before.getAccessToken().getTokenValue()));
            return content;
        }

        @GetMapping("/bye")
        List<String> bye() {
            return List.of("Signed out");
        }
    }
}
