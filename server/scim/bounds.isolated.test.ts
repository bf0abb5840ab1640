import { blocksOf } from "@/server/testing/blocks";
import { describe, expect, it } from "vitest";
import { hostileProvider } from "@/server/testing/hostile-provider";
import { expensiveRequests } from "@/server/testing/scim-attacks";
import { databaseKinds } from "@/server/testing/stores";

/** Maximum number of executed blocks. A refusal takes less than three million, comparing 8,000 values with each other more than 30. */
const MOST_BLOCKS = 10_000_000;

describe.each(databaseKinds)("requests of a hostile provider over SCIM on %s", (kind) => {
  const provider = hostileProvider(kind);

  it.each(expensiveRequests(provider).filter(([what]) => what.includes("8,000")))(
    "an attacker sends %s: they are refused before they are compared",
    async (_what, request, status) => {
      const [method, path, body] = request();
      const { result, blocks } = await blocksOf(() => provider.world().send(method, path, body));
      expect(result.status, JSON.stringify(result.body).slice(0, 300)).toBe(status);
      expect(blocks).toBeLessThan(MOST_BLOCKS);
    },
  );
});
