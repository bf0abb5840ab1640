import { consoleVisitor } from "../bench/lib/browser.mjs";
import type { createBrowser } from "../server/seed/browser";
import { expect, test } from "./support/test";

test("the bench signs in to the console through its pages", async ({ seed }) => {
  const { slug, owner } = seed.tenants[0];
  const visitor = (await consoleVisitor(seed.baseUrl, owner)) as ReturnType<typeof createBrowser>;
  expect((await visitor.open(`/${slug}/users`)).status).toBe(200);
  await expect(consoleVisitor(seed.baseUrl, { ...owner, password: "not theirs" })).rejects.toThrow(
    "did not come to its end",
  );
});
