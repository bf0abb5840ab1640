import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { call, signIn } from "./support/console";
import { expect, test, type Seed } from "./support/test";

/** The app of the sign-in; only its callback must answer. */
const app = createServer((_request, response) => response.end("the app")).listen(0, "127.0.0.1");
test.afterAll(() => void app.close());

/** Returns the console's code example for an app in this programming language. */
async function shown(page: Page, seed: Seed, appId: number, language: string) {
  await page.goto(`/${seed.tenants[0].slug}/apps/${appId}/quick-start?language=${language}`);
  return (await page.locator("pre").textContent()) ?? "";
}

test("the code of the quick start signs people in without changes", async ({
  page,
  seed,
  browser,
  baseURL,
}) => {
  const redirectUri = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`;
  const { body } = await call(page, seed.tenants[0].credential, "POST", "/api/v1/apps", {
    name: "Quick start",
    redirectUris: [redirectUri],
  });
  const { appId, clientSecret } = body as { appId: number; clientSecret: string };
  await signIn(page, seed.tenants[0].owner);
  const [node, curl] = [await shown(page, seed, appId, "node"), await shown(page, seed, appId, "curl")];
  const { plainUser } = seed.fixtures;
  const context = await browser.newContext({ baseURL: baseURL! });
  const person = await context.newPage();

  // The folder is inside the project, so that the code finds its libraries.
  const folder = path.join(test.info().project.outputDir, "quick-start");
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "sign-in.mjs");
  writeFileSync(file, `${node}\nexport { signIn };\n`);
  process.env["CLIENT_SECRET"] = clientSecret;
  const made = (await import(pathToFileURL(file).toString())) as {
    signIn: URL;
    signedIn: (at: URL) => Promise<{ email: string }>;
  };
  await person.goto(made.signIn.href);
  await person.getByLabel("E-mail").fill(plainUser.email);
  await person.getByLabel("Password").fill(plainUser.password);
  await person.getByRole("button", { name: "Sign in" }).click();
  await person.getByRole("button", { name: "Allow" }).click();
  await person.waitForURL(`${redirectUri}?**`);
  expect(await made.signedIn(new URL(person.url()))).toMatchObject({ email: plainUser.email });

  // Runs the parts of the shell script one after the other. The test acts as the user between them.
  const [first = "", second = "", third = ""] = curl.split(/^# \d\..*$/m).slice(1);
  const shell = (script: string, more: Record<string, string> = {}) =>
    execFileSync("bash", ["-ec", script], {
      env: { ...process.env, CLIENT_SECRET: clientSecret, ...more },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  const begun = shell(`${first}\necho "$VERIFIER"`).trim().split("\n");
  await person.goto(begun[0]!);
  await person.waitForURL(`${redirectUri}?**`);
  const code = new URL(person.url()).searchParams.get("code")!;
  const tokens = shell(`VERIFIER=${begun[1]}\n${second.replace("paste-the-code-here", code)}`);
  const { access_token: token } = JSON.parse(tokens) as { access_token: string };
  const who = JSON.parse(shell(third, { ACCESS_TOKEN: token })) as { email: string };
  expect(who.email).toBe(plainUser.email);
  await context.close();
});

test("the guides fit the kind of the app, and name what it lacks", async ({ page, seed }) => {
  const { slug, credential, owner } = seed.tenants[0];
  const register = async (clientType: "confidential" | "public") => {
    const { body } = await call(page, credential, "POST", "/api/v1/apps", {
      name: `Guides ${clientType}`,
      clientType,
      redirectUris: ["https://app.acme.example/callback"],
    });
    return (body as { appId: number }).appId;
  };
  const [server, browserApp] = [await register("confidential"), await register("public")];
  await signIn(page, owner);
  const guide = page.getByLabel("Guide", { exact: true });
  const option = (name: string) => guide.getByRole("option", { name, exact: true });
  const lacksUri = page.getByText("The app does not have this redirect URI.");

  await page.goto(`/${slug}/apps/${server}/quick-start?language=go`);
  await expect(page.getByLabel("Go example", { exact: true })).toContainText("S256ChallengeOption");
  await expect(lacksUri).toBeHidden();
  await guide.selectOption("Grafana");
  await expect(page).toHaveURL(/language=grafana/);
  await expect(page.locator("pre")).toContainText("root_url = https://app.acme.example/");
  await expect(page.getByText("https://app.acme.example/login/generic_oauth", { exact: true })).toBeVisible();
  await expect(lacksUri).toBeVisible();
  await expect(page.getByRole("link", { name: "Claims", exact: true }).last()).toHaveAttribute(
    "href",
    `/${slug}/apps/${server}/claims`,
  );
  await expect(option("Grafana")).toHaveCount(1);
  await expect(option("React")).toHaveCount(0);

  // A guide for another kind of app is not offered, so that the address shows the first one.
  await page.goto(`/${slug}/apps/${browserApp}/quick-start?language=grafana`);
  await expect(guide).toHaveValue("curl");
  await expect(option("Grafana")).toHaveCount(0);
  await guide.focus();
  await page.keyboard.type("Re");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("React example", { exact: true })).toContainText("loadUserInfo");
});
