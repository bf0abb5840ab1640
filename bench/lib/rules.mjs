// Creates an organization with all settings that affect the decision on sign-ins, through the interface.

const ofEachType = [
  (n) => ({ type: "country", effect: n % 2 ? "allow" : "deny", countries: ["DE", "FR", "AT"] }),
  (n) => ({ type: "region", effect: "deny", regions: [`DE:Region ${n}`] }),
  (n) => ({ type: "ip", effect: "deny", cidrs: [`10.${n % 250}.0.0/16`, `2001:db8:${n.toString(16)}::/48`] }),
  () => ({
    type: "hours",
    days: [1, 2, 3, 4, 5],
    startTime: "08:00",
    endTime: "18:00",
    timeZoneId: "Europe/Berlin",
  }),
  () => ({ type: "method", methods: ["password", "webauthn"] }),
  () => ({ type: "anonymizer" }),
  (n) => ({ type: "sessions", maxSessions: 1 + (n % 50) }),
  () => ({ type: "sessionlength", maxSessionMinutes: 480 }),
  () => ({ type: "devices", maxDevices: 5 }),
];

/**
 * Adds 1,000 access rules of all types, 100 tags with policies, and a country restriction.
 * @param {string} url @param {string} token
 */
export async function addRules(url, token) {
  const send = async (method, path, body) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  await send("PUT", "/geo-restriction", { mode: "deny", countries: ["KP"] });
  for (let n = 0; n < 100; n += 1) {
    const { tagId } = await send("POST", "/relationship-tags", { name: `Tag ${n}` });
    await send("PATCH", `/relationship-tags/${tagId}/policy`, {
      policyKey: "requireMfa",
      value: n % 2 === 0,
    });
    for (let i = 0; i < 10; i += 1) {
      const rule = ofEachType[(n * 10 + i) % ofEachType.length](n);
      await send("POST", "/geo-rules", { scope: "tag", tagId, ...rule });
    }
  }
}
