import { describe, expect, it } from "vitest";
import { listRuns, runSourceNow } from "@/server/domain/role-sync/sources";
import { roleSyncScene } from "@/server/testing/role-sync";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("role sync on %s", (kind) => {
  const scene = roleSyncScene(kind);

  it.each(["switch", "drip"])(
    "starvation: a tenant's run does not wait for three sources of another tenant that answer by /%s",
    async (path) => {
      const bystander = scene.tenant;
      scene.answer = { status: 200, body: "email,role\n" };
      const sourceId = await scene.source();
      await scene.runs(sourceId, 1);
      await scene.organization();
      const slow = scene.url.replace("feed", path);
      const hostile = [
        await scene.source({ url: slow }),
        await scene.source({ url: slow }),
        await scene.source({ url: slow }),
      ];
      const begun = async () =>
        (await scene.test.run(scene.tenant, listRuns, { sourceId: hostile[0]! })).length;
      await expect.poll(begun).toBe(1);
      const started = performance.now();
      await scene.test.run(bystander, runSourceNow, { sourceId });
      await expect
        .poll(async () => {
          const [last] = await scene.test.run(bystander, listRuns, { sourceId });
          return [last?.trigger, last?.status];
        })
        .toEqual(["console", "succeeded"]);
      expect(performance.now() - started).toBeLessThan(1_500);
      for (const one of hostile) expect((await scene.runs(one, 1)).status).toBe("failed");
    },
  );
});
