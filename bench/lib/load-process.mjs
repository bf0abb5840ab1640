import { randomBytes } from "node:crypto";
import autocannon from "autocannon";

const {
  url,
  method = "GET",
  token,
  paths,
  bodies,
  connections = 32,
  seconds = 6,
} = JSON.parse(process.argv[2]);
let sent = 0;
const address = () => `bench-${process.pid}-${sent++}-${randomBytes(4).toString("hex")}@load.example`;
/** Functions that return the body of a request. Each request calls one, because each body must be new. */
const bodyOf = {
  user: () => ({ email: address(), name: "Bench User" }),
  scim: () => {
    const userName = address();
    return {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      userName,
      externalId: `ext-${userName}`,
      name: { givenName: "Bench", familyName: "User" },
      emails: [{ value: userName, type: "work", primary: true }],
      active: true,
    };
  },
}[bodies];
// One cycle of requests for all connections.
const requests = paths.map((path) => ({
  method,
  path,
  ...(bodyOf && { setupRequest: (request) => ({ ...request, body: JSON.stringify(bodyOf()) }) }),
}));
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  requests,
  headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
});
console.log(
  JSON.stringify({
    rate: Math.round(result["2xx"] / result.duration),
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.non2xx,
  }),
);
