import { picture, signIn } from "./support/console";
import { expect, test } from "./support/test";

test("one attempt to add a provider shows all errors, each at its field", async ({ page, seed }) => {
  const { slug, owner } = seed.tenants[0];
  await signIn(page, owner);
  await page.goto(`/${slug}/sign-in-methods/providers/new?kind=oidc`);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await page.getByLabel("Provider", { exact: true }).selectOption("apple");
  await field("Services ID").fill("org.example.web");
  await field("Key ID").fill("ABC123");
  await field("Scopes").fill("email");
  await page.getByLabel("Only addresses of these domains").fill("example.org\nnot a-domain-");
  await page.getByRole("button", { name: "Add provider" }).click();
  await expect(field("Team ID")).toHaveAccessibleDescription(/Must be given together with the other one/);
  await expect(field("Scopes")).toHaveAccessibleDescription(/Must hold openid/);
  await expect(page.getByLabel("Only addresses of these domains")).toHaveAccessibleDescription(
    /not is not a domain such as example.org/i,
  );
  await picture(page, "provider-wrong");

  await page.goto(`/${slug}/sign-in-methods/providers/new?kind=saml`);
  await page.getByRole("button", { name: "Add identity provider" }).click();
  await expect(field("Signing certificates")).toHaveAccessibleDescription(/Must be given/);
  await expect(field("Entity ID of the provider")).toHaveAccessibleDescription(/Must not be empty/);
  await expect(field("Name")).toHaveAttribute("aria-invalid", "true");
});
