/** Values that the example code of a machine-to-machine app contains. */
interface MachineApp {
  clientId: string;
  /** Scopes of the app's own tokens. */
  scopes: string[];
  /** Base address of this server. The address is also the issuer of tokens. */
  baseUrl: string;
}

const curl = ({ clientId, scopes, baseUrl }: MachineApp) =>
  [
    "# 1. Get a token in the app's own name.",
    `curl ${baseUrl}/token \\`,
    `  --user "${clientId}:$CLIENT_SECRET" \\`,
    ...(scopes.length > 0 ? [`  --data-urlencode "scope=${scopes.join(" ")}" \\`] : []),
    "  --data-urlencode grant_type=client_credentials",
    "",
    "# 2. Send the token with each request to your API.",
    'curl https://your-api.example --header "Authorization: Bearer $ACCESS_TOKEN"',
  ].join("\n");

const node = ({ clientId, scopes, baseUrl }: MachineApp) => {
  const insecure = baseUrl.startsWith("http:");
  return `// npm install openid-client
import * as client from "openid-client";

const config = await client.discovery(
  new URL("${baseUrl}"),
  "${clientId}",
  undefined,
  client.ClientSecretBasic(process.env.CLIENT_SECRET),${insecure ? "\n  { execute: [client.allowInsecureRequests] }, // only because this server has no https" : ""}
);

// Keep the token until it expires, and send it as "Authorization: Bearer …".
export const tokens = await client.clientCredentialsGrant(config${scopes.length > 0 ? `, { scope: "${scopes.join(" ")}" }` : ""});`;
};

const python = ({ clientId, scopes, baseUrl }: MachineApp) => `# pip install authlib requests
import os
from authlib.integrations.requests_client import OAuth2Session

session = OAuth2Session(
    "${clientId}",
    os.environ["CLIENT_SECRET"],
    token_endpoint_auth_method="client_secret_basic",${scopes.length > 0 ? `\n    scope="${scopes.join(" ")}",` : ""}
)
session.fetch_token("${baseUrl}/token", grant_type="client_credentials")
# The session sends the token with each request.
print(session.get("https://your-api.example").json())`;

/** Example code for an app without user sign-in, by the client credentials grant. The code contains no secret. */
export const machineSnippets = [
  { id: "curl", label: "curl", code: curl },
  { id: "node", label: "Node", code: node },
  { id: "python", label: "Python", code: python },
] as const;
