import { eq, sql } from "drizzle-orm";
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { users } from "@/db/tenant/users";
import { builderFor, decoderOf, useColumnParsers } from "./drizzle";

/** OIDs of timestamptz and jsonb in PostgreSQL. */
const [TIMESTAMPTZ, JSONB] = ["1184", "3802"];

describe("drizzle's internals", () => {
  it("send a built statement through `unsafe`, once, with text and parameters", async () => {
    const sent: { text: string; parameters: unknown[] }[] = [];
    const answer = Object.assign(Promise.resolve([["7"]]), { values: () => Promise.resolve([["7"]]) });
    const builder = builderFor({
      unsafe: (text, parameters) => {
        sent.push({ text, parameters });
        return answer;
      },
    });
    const rows = await builder.select({ id: users.id }).from(users).where(eq(users.tenantId, 3));
    expect(rows).toEqual([{ id: 7 }]);
    expect(sent).toEqual([
      { text: 'select "id" from "users" where "users"."tenant_id" = $1', parameters: [3] },
    ]);
  });

  it("keep the decoder of an expression where `mapWith` put it", () => {
    const expression = sql`count(*)`.mapWith(Number);
    expect(decoderOf(expression)?.mapFromDriverValue("12")).toBe(12);
    expect(decoderOf(users.createdAt)?.mapFromDriverValue("2026-01-02 03:04:05+00")).toEqual(
      new Date("2026-01-02T03:04:05Z"),
    );
    expect(decoderOf("a text")).toBeNull();
  });

  it("leave timestamps and JSON as text for the columns", () => {
    const client = postgres({ host: "localhost", max: 1 });
    useColumnParsers(client);
    const { parsers } = client.options as unknown as { parsers: Record<string, (text: string) => unknown> };
    expect(parsers[TIMESTAMPTZ]?.("2026-01-02 03:04:05+00")).toBe("2026-01-02 03:04:05+00");
    expect(client.options.serializers[Number(JSONB)]?.({ a: 1 })).toEqual({ a: 1 });
  });
});
