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
// A round of requests that all connections walk through; bodies are made when they are sent, since each must be new.
const requests = paths.map((path) => ({
  method,
  path,
  ...(bodies === "user" && {
    setupRequest: (request) => ({
      ...request,
      body: JSON.stringify({
        email: `bench-${process.pid}-${sent++}-${randomBytes(4).toString("hex")}@load.example`,
        name: "Bench User",
      }),
    }),
  }),
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
