import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ExecuteOptions } from "@/server/kernel/operation/execute";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { acknowledgeAlert, listAlertsPage, listSecurityAlerts } from "./alerts";
import { alertTexts } from "../alerts/worker";

const MINUTE = 60_000;

describe.each(databaseKinds)("the list of security alerts on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  it("gives summaries in the language of the page, and those of older versions in English", async () => {
    const t = 2;
    for (const summary of ["From before.", alertTexts.data_exported({ actor: "Ann" })])
      await test.write(t, (tx) =>
        tx.securityAlerts.insert({ alertType: "mass_export", severity: "medium", summary }),
      );
    const summaries = async (options?: ExecuteOptions) => {
      const { alerts } = await test.run(t, listAlertsPage, {}, options);
      return alerts.map(({ summary }) => summary).sort();
    };
    expect(await summaries()).toEqual(["Ann exported the organization’s data.", "From before."]);
    expect(await summaries({ locale: "de" })).toEqual([
      "Ann hat die Daten der Organisation exportiert.",
      "From before.",
    ]);
  });

  it("returns an open alert behind many newer ones that were acknowledged", async () => {
    const t = 1;
    const begun = +new Date("2026-03-14T09:00:00Z");
    const raise = (minute: number, acknowledged: boolean) =>
      test.write(t, async (tx) => {
        const detectedAt = new Date(begun + minute * MINUTE);
        const { id } = await tx.securityAlerts.insert({
          alertType: "password_spraying",
          severity: "high",
          summary: `Alert ${minute}`,
          detectedAt,
          acknowledgedAt: acknowledged ? detectedAt : null,
        });
        return id;
      });
    const oldest = await raise(0, false);
    const acknowledged = [];
    for (let minute = 1; minute <= 205; minute += 1) acknowledged.unshift(await raise(minute, true));
    // Two alerts have the same time. Their ids decide the order.
    const newest = [await raise(300, false), await raise(300, false)].reverse();

    const page = async (input: object) => {
      const { alerts, nextCursor } = await test.run(t, listAlertsPage, input);
      return { ids: alerts.map(({ alertId }) => alertId), nextCursor };
    };
    expect(await page({})).toEqual({ ids: [...newest, oldest], nextCursor: null });
    const first = await page({ limit: 1 });
    expect(first.ids).toEqual([newest[0]]);
    expect(await page({ limit: 2, cursor: first.nextCursor })).toEqual({
      ids: [newest[1], oldest],
      nextCursor: null,
    });

    const turned: number[] = [];
    let cursor: string | null | undefined;
    do {
      const { ids, nextCursor } = await page({ state: "all", limit: 100, ...(cursor && { cursor }) });
      turned.push(...ids);
      cursor = nextCursor;
    } while (cursor !== null);
    expect(turned).toEqual([...newest, ...acknowledged, oldest]);
    expect((await page({ state: "acknowledged", limit: 200 })).ids).toEqual(acknowledged.slice(0, 200));

    await test.run(t, acknowledgeAlert, { alertId: oldest });
    expect((await page({})).ids).toEqual(newest);
    expect((await page({ state: "acknowledged", limit: 200 })).nextCursor).not.toBeNull();

    // The operation of the documented API still lists the newest alerts in any state, at most 200.
    expect((await test.run(t, listSecurityAlerts, { limit: 200 })).map(({ alertId }) => alertId)).toEqual(
      [...newest, ...acknowledged].slice(0, 200),
    );
    await expect(test.run(t, listAlertsPage, { cursor: "nonsense" })).rejects.toMatchObject(
      refusal(400, "cursor"),
    );
  });
});
