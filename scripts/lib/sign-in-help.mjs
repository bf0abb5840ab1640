/**
 * @typedef {{ email: string, password: string }} Person
 * @typedef {{ clientId: string, clientSecret: string }} Credential
 * @typedef {{ platform: { admin: Person }, tenants: { slug: string, owner: Person, credential: Credential }[] }} Seed
 */

/** Returns a text quoted for a shell. @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Returns the text that the demo prints for a running server: addresses, sign-ins, and two lines to paste.
 * @param {Seed | null} seed the content of seed.json
 * @param {{ baseUrl: string, dataDir: string }} where
 */
export function signInHelp(seed, { baseUrl, dataDir }) {
  const lines = [
    "",
    `  Castellan is running at ${baseUrl}`,
    `  API reference           ${baseUrl}/docs/api`,
    "",
  ];
  const acme = seed?.tenants.find((tenant) => tenant.slug === "acme");
  if (!seed || !acme) {
    lines.push(
      `  ${dataDir} was set up without a seed, so there is nobody to show here.`,
      `  For the demo organization, start on an empty directory: DATA_DIR=.data-demo npm run demo`,
    );
  } else {
    const { admin } = seed.platform;
    const { clientId, clientSecret } = acme.credential;
    lines.push(
      `  Sign in at ${baseUrl}`,
      `    platform administrator   ${admin.email}   ${admin.password}`,
      `    owner of acme            ${acme.owner.email}   ${acme.owner.password}`,
      "",
      "  Call the API (paste the lines one after the other):",
      "",
      `TOKEN=$(curl -s ${baseUrl}/token -d grant_type=client_credentials --data-urlencode ${quoted(`client_id=${clientId}`)} --data-urlencode ${quoted(`client_secret=${clientSecret}`)} | sed -n 's/.*"access_token": *"\\([^"]*\\)".*/\\1/p')`,
      `curl -s ${baseUrl}/api/v1/users -H "Authorization: Bearer $TOKEN"`,
    );
  }
  return [...lines, "", "  Ctrl+C stops it.", ""].join("\n");
}
