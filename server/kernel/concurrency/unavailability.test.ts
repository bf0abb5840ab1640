import { expect, it } from "vitest";
import { unavailability } from "./unavailability";

const withCode = (code: string) => Object.assign(new Error("no"), { code });

it.each([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "08006",
  "53300",
  "57P01",
  "57P03",
  "57014",
])("%s means unavailable for the moment, at any depth of causes", (code) => {
  const deep = new Error("query", { cause: new Error("driver", { cause: withCode(code) }) });
  for (const error of [withCode(code), new Error("query", { cause: withCode(code) }), deep])
    expect(unavailability(error)).toMatchObject({ status: 503, details: { retryAfter: 5 } });
});

it.each([
  ["57014", "request.took_too_long"],
  ["55P03", "request.data_in_use"],
  ["GATE_FULL", "request.too_busy"],
  ["CONNECTION_AWAY", "request.unavailable"],
])("%s has the refusal %s (503)", (code, refusal) => {
  const error = new Error("query", { cause: withCode(code) });
  expect(unavailability(error)).toMatchObject({ status: 503, reason: { code: refusal } });
});

it("recognizes a host with several addresses that all refuse", () => {
  const refused = new AggregateError([withCode("ECONNREFUSED"), withCode("ECONNREFUSED")]);
  expect(unavailability(refused)).toMatchObject({ status: 503 });
});

it.each([withCode("23505"), withCode("42P01"), new Error("bug"), null, "text"])(
  "%s does not mean unavailable",
  (error) => {
    expect(unavailability(error)).toBeNull();
  },
);
