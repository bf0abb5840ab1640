import { blocksOf } from "@/server/testing/blocks";
import { describe, expect, it } from "vitest";
import { hostileProvider } from "@/server/testing/hostile-provider";
import { expensiveRequests } from "@/server/testing/scim-attacks";
import { databaseKinds } from "@/server/testing/stores";

/**
 * Maximum number of executed blocks of a request. A refused one executes up to three million, and a Bulk that creates 100
 * people eight. Comparing 8,000 values with each other would execute more than 60.
 */
const MOST_BLOCKS = 20_000_000;

describe.each(databaseKinds)("requests of a hostile provider over SCIM on %s", (kind) => {
  const provider = hostileProvider(kind);

  it.each(expensiveRequests(provider))(
    "an attacker sends %s: the work is limited",
    async (_what, request, status) => {
      const [method, path, body] = request();
      const { result, blocks } = await blocksOf(() => provider.world().send(method, path, body));
      expect(result.status, JSON.stringify(result.body).slice(0, 300)).toBe(status);
      expect(blocks).toBeLessThan(MOST_BLOCKS);
    },
  );
});
