import type { RequestFacts } from "../kernel/actor";

const security = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

/** The headers of every answer of the machine interfaces. */
export const commonHeaders = ({ requestId }: RequestFacts): Record<string, string> => ({
  ...security,
  ...(requestId !== null && { "x-request-id": requestId }),
});
