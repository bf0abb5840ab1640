import { isInsecure, pathOf, SCOPE, type Guide, type GuideValues } from "./guide";

const curl = ({ clientId, isPublic, redirectUri, baseUrl }: GuideValues) => {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: SCOPE,
    state: "something-random",
    code_challenge_method: "S256",
  })
    .toString()
    .replaceAll("+", "%20");
  const lines = [
    "# curl 8, OpenSSL 3",
    "# 1. Make a PKCE pair, and open the address in a browser.",
    "VERIFIER=$(openssl rand -hex 32)",
    "CHALLENGE=$(printf %s \"$VERIFIER\" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')",
    `echo "${baseUrl}/authorize?${query}&code_challenge=$CHALLENGE"`,
    "",
    "# 2. The browser comes back to the redirect URI with ?code=…; exchange it.",
    "CODE=paste-the-code-here",
    `curl ${baseUrl}/token \\`,
    ...(isPublic
      ? [`  --data-urlencode client_id=${clientId} \\`]
      : [`  --user "${clientId}:$CLIENT_SECRET" \\`]),
    "  --data-urlencode grant_type=authorization_code \\",
    '  --data-urlencode "code=$CODE" \\',
    `  --data-urlencode redirect_uri=${redirectUri} \\`,
    '  --data-urlencode "code_verifier=$VERIFIER"',
    "",
    "# 3. Ask who signed in, with the access token of the answer.",
    `curl ${baseUrl}/userinfo --header "Authorization: Bearer $ACCESS_TOKEN"`,
  ];
  return lines.join("\n");
};

const node = ({ clientId, isPublic, redirectUri, baseUrl }: GuideValues) => {
  const insecure = isInsecure(baseUrl);
  const authentication = isPublic ? "client.None()" : "client.ClientSecretBasic(process.env.CLIENT_SECRET)";
  return `// npm install openid-client (version 6.8)
import * as client from "openid-client";

const config = await client.discovery(
  new URL("${baseUrl}"),
  "${clientId}",
  undefined,
  ${authentication},${insecure ? "\n  { execute: [client.allowInsecureRequests] }, // only because this server has no https" : ""}
);

// Before the sign-in: keep both in the person's session.
const verifier = client.randomPKCECodeVerifier();
const state = client.randomState();

const signIn = client.buildAuthorizationUrl(config, {
  redirect_uri: "${redirectUri}",
  scope: "${SCOPE}",
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: "S256",
  state,
});
// Send the browser to signIn.href.

// At the redirect URI: the address as the browser called it.
export async function signedIn(currentUrl) {
  const tokens = await client.authorizationCodeGrant(config, currentUrl, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  return client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub); // sub, email, name, roles, …
}`;
};

const nextAuth = ({
  clientId,
  isPublic,
  signingAlgorithm,
  baseUrl,
}: GuideValues) => `// npm install next-auth (version 4.24)
// app/api/auth/[...nextauth]/route.js
import NextAuth from "next-auth";

const handler = NextAuth({
  providers: [
    {
      id: "castellan",
      name: "Your organization",
      type: "oauth",
      wellKnown: "${baseUrl}/.well-known/openid-configuration",
      clientId: "${clientId}",
      ${isPublic ? "" : "clientSecret: process.env.CLIENT_SECRET,\n      "}client: {
        id_token_signed_response_alg: "${signingAlgorithm}",${isPublic ? '\n        token_endpoint_auth_method: "none",' : ""}
      },
      authorization: { params: { scope: "${SCOPE}" } },
      checks: ["pkce", "state"],
      idToken: true,
      // Name and e-mail are told by the user info address.
      userinfo: { request: ({ client, tokens }) => client.userinfo(tokens) },
      profile: ({ sub, name, email }) => ({ id: sub, name, email }),
    },
  ],
});

export { handler as GET, handler as POST };`;

const python = ({
  clientId,
  isPublic,
  redirectUri,
  baseUrl,
}: GuideValues) => `# pip install authlib flask requests (Authlib 1.9, Flask 3.1)
import os
from authlib.integrations.flask_client import OAuth
from flask import Flask, session

app = Flask(__name__)
app.secret_key = os.environ["SESSION_SECRET"]

castellan = OAuth(app).register(
    "castellan",
    client_id="${clientId}",${isPublic ? "" : '\n    client_secret=os.environ["CLIENT_SECRET"],'}
    server_metadata_url="${baseUrl}/.well-known/openid-configuration",
    client_kwargs={
        "scope": "${SCOPE}",
        "code_challenge_method": "S256",${isPublic ? '\n        "token_endpoint_auth_method": "none",' : ""}
    },
)


@app.get("/sign-in")
def sign_in():
    return castellan.authorize_redirect("${redirectUri}")


@app.get("${pathOf(redirectUri)}")
def signed_in():
    token = castellan.authorize_access_token()
    session["user"] = dict(castellan.userinfo(token=token))
    return session["user"]`;

const everyApp = {
  kinds: ["confidential", "public"],
  preset: null,
  algorithms: null,
  scope: SCOPE,
} as const satisfies Partial<Guide>;

/** Guides for the shell and for libraries of JavaScript and Python. */
export const languageGuides: readonly Guide[] = [
  { ...everyApp, id: "curl", label: "curl", group: "tools", callback: null, syntax: "sh", code: curl },
  {
    ...everyApp,
    id: "node",
    label: "Node",
    group: "web",
    callback: null,
    syntax: "js",
    code: node,
  },
  {
    ...everyApp,
    id: "next",
    label: "Next.js",
    group: "web",
    callback: "/api/auth/callback/castellan",
    syntax: "js",
    code: nextAuth,
  },
  {
    ...everyApp,
    id: "python",
    label: "Python",
    group: "web",
    callback: null,
    syntax: "python",
    code: python,
  },
];
