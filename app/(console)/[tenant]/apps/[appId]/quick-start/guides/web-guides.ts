import { isInsecure, pathOf, SCOPE, type Guide, type GuideValues } from "./guide";

const spring = ({ clientId, baseUrl }: GuideValues) => `# src/main/resources/application.yml
# Spring Boot 4.0. Its Spring Security 7 uses PKCE without a setting.
# build.gradle: implementation("org.springframework.boot:spring-boot-starter-security-oauth2-client")
# The sign-in starts at /oauth2/authorization/castellan.
spring:
  security:
    oauth2:
      client:
        provider:
          castellan:
            issuer-uri: "${baseUrl}"
        registration:
          castellan:
            client-id: "${clientId}"
            client-secret: "\${CLIENT_SECRET}"
            scope: "${SCOPE.replaceAll(" ", ", ")}"`;

const aspNet = ({ clientId, baseUrl }: GuideValues) => {
  const insecure = isInsecure(baseUrl)
    ? "\n        options.RequireHttpsMetadata = false; // only because this server has no https"
    : "";
  return `// dotnet add package Microsoft.AspNetCore.Authentication.OpenIdConnect (version 10, for .NET 10)
// Program.cs
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.Cookies;
using Microsoft.AspNetCore.Authentication.OpenIdConnect;

var builder = WebApplication.CreateBuilder(args);
builder.Services
    .AddAuthentication(options =>
    {
        options.DefaultScheme = CookieAuthenticationDefaults.AuthenticationScheme;
        options.DefaultChallengeScheme = OpenIdConnectDefaults.AuthenticationScheme;
    })
    .AddCookie()
    .AddOpenIdConnect(options =>
    {
        options.Authority = "${baseUrl}";${insecure}
        options.ClientId = "${clientId}";
        options.ClientSecret = builder.Configuration["CLIENT_SECRET"];
        options.ResponseType = "code";
        options.ResponseMode = "query";
        options.UsePkce = true;
        options.Scope.Clear();
        foreach (var scope in "${SCOPE}".Split(' ')) options.Scope.Add(scope);
        // Name, e-mail and roles are in the user info, under the names of the claims.
        options.GetClaimsFromUserInfoEndpoint = true;
        options.MapInboundClaims = false;
        options.ClaimActions.MapJsonKey("roles", "roles");
        options.TokenValidationParameters.NameClaimType = "name";
        options.TokenValidationParameters.RoleClaimType = "roles";
    });
builder.Services.AddAuthorization();

var app = builder.Build();
app.UseAuthentication();
app.UseAuthorization();
app.MapGet("/", (HttpContext context) => $"Hello {context.User.Identity?.Name}").RequireAuthorization();
app.Run();`;
};

const django = ({
  clientId,
  signingAlgorithm,
  baseUrl,
}: GuideValues) => `# pip install mozilla-django-oidc (version 5.0, for Django 5.2)
# settings.py
import os

INSTALLED_APPS += ["mozilla_django_oidc"]
AUTHENTICATION_BACKENDS = ["mozilla_django_oidc.auth.OIDCAuthenticationBackend"]

OIDC_RP_CLIENT_ID = "${clientId}"
OIDC_RP_CLIENT_SECRET = os.environ["CLIENT_SECRET"]
OIDC_RP_SCOPES = "${SCOPE}"
OIDC_RP_SIGN_ALGO = "${signingAlgorithm}"
OIDC_USE_PKCE = True
OIDC_OP_AUTHORIZATION_ENDPOINT = "${baseUrl}/authorize"
OIDC_OP_TOKEN_ENDPOINT = "${baseUrl}/token"
OIDC_OP_USER_ENDPOINT = "${baseUrl}/userinfo"
OIDC_OP_JWKS_ENDPOINT = "${baseUrl}/jwks"
LOGIN_REDIRECT_URL = "/"

# urls.py: add this path. Link to {% url "oidc_authentication_init" %} to sign in.
# path("oidc/", include("mozilla_django_oidc.urls")),`;

const laravel = ({
  clientId,
  redirectUri,
  baseUrl,
}: GuideValues) => `// composer require socialiteproviders/openidconnect (version 1.0, for Laravel 11 to 13)
// config/services.php: add this entry. PKCE is on without a setting.
'openidconnect' => [
    'base_url' => '${baseUrl}',
    'client_id' => '${clientId}',
    'client_secret' => env('CLIENT_SECRET'),
    'redirect' => '${redirectUri}',
    'scopes' => '${SCOPE}',
],

// routes/web.php
use Illuminate\\Support\\Facades\\Route;
use Laravel\\Socialite\\Facades\\Socialite;

Route::get('/sign-in', fn () => Socialite::driver('openidconnect')->redirect());
Route::get('${pathOf(redirectUri)}', function () {
    $person = Socialite::driver('openidconnect')->user();
    // Find or create your user by $person->getId(), the sub, and sign it in here.
    return redirect('/');
});`;

const go = ({
  clientId,
  redirectUri,
  baseUrl,
}: GuideValues) => `// go get github.com/coreos/go-oidc/v3 golang.org/x/oauth2 (versions 3.21 and 0.38)
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

func main() {
	provider, err := oidc.NewProvider(context.Background(), "${baseUrl}")
	if err != nil {
		log.Fatal(err)
	}
	config := oauth2.Config{
		ClientID:     "${clientId}",
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  "${redirectUri}",
		Scopes:       strings.Fields("${SCOPE}"),
	}
	tokens := provider.Verifier(&oidc.Config{ClientID: config.ClientID})

	http.HandleFunc("/sign-in", func(w http.ResponseWriter, r *http.Request) {
		state, verifier := oauth2.GenerateVerifier(), oauth2.GenerateVerifier()
		keep(w, "state", state)
		keep(w, "verifier", verifier)
		http.Redirect(w, r, config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier)), http.StatusFound)
	})
	http.HandleFunc("${pathOf(redirectUri)}", func(w http.ResponseWriter, r *http.Request) {
		state, noState := r.Cookie("state")
		verifier, noVerifier := r.Cookie("verifier")
		if noState != nil || noVerifier != nil || r.FormValue("state") != state.Value {
			http.Error(w, "Start the sign-in again.", http.StatusBadRequest)
			return
		}
		token, err := config.Exchange(r.Context(), r.FormValue("code"), oauth2.VerifierOption(verifier.Value))
		if err != nil {
			http.Error(w, "The sign-in failed.", http.StatusBadGateway)
			return
		}
		raw, _ := token.Extra("id_token").(string)
		idToken, err := tokens.Verify(r.Context(), raw)
		if err != nil {
			http.Error(w, "The ID token is invalid.", http.StatusBadGateway)
			return
		}
		info, err := provider.UserInfo(r.Context(), oauth2.StaticTokenSource(token))
		if err != nil || info.Subject != idToken.Subject {
			http.Error(w, "The user info is invalid.", http.StatusBadGateway)
			return
		}
		var claims map[string]any
		if err := info.Claims(&claims); err != nil {
			http.Error(w, "The user info is invalid.", http.StatusBadGateway)
			return
		}
		json.NewEncoder(w).Encode(claims) // sub, email, name, roles, …
	})
	log.Fatal(http.ListenAndServe(":8080", nil))
}

func keep(w http.ResponseWriter, name, value string) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: 600,
		HttpOnly: true, Secure: ${!isInsecure(redirectUri)}, SameSite: http.SameSiteLaxMode,
	})
}`;

const confidential = {
  group: "web",
  kinds: ["confidential"],
  preset: null,
  scope: SCOPE,
} as const satisfies Partial<Guide>;

/** Guides for web frameworks. The app has a secret. */
export const webGuides: readonly Guide[] = [
  {
    ...confidential,
    id: "spring",
    label: "Spring Boot",
    callback: "/login/oauth2/code/castellan",
    algorithms: ["RS256"],
    syntax: "yaml",
    code: spring,
  },
  {
    ...confidential,
    id: "aspnet",
    label: "ASP.NET Core",
    callback: "/signin-oidc",
    algorithms: ["RS256", "PS256", "ES256"],
    syntax: "csharp",
    code: aspNet,
  },
  {
    ...confidential,
    id: "django",
    label: "Django",
    callback: "/oidc/callback/",
    algorithms: ["RS256", "ES256"],
    syntax: "python",
    code: django,
  },
  {
    ...confidential,
    id: "laravel",
    label: "Laravel",
    callback: null,
    algorithms: ["RS256", "ES256", "EdDSA"],
    syntax: "php",
    code: laravel,
  },
  {
    ...confidential,
    id: "go",
    label: "Go",
    callback: null,
    algorithms: null,
    syntax: "go",
    code: go,
  },
];
