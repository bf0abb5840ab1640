"use server";

import { getExtracted, getLocale } from "next-intl/server";
import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { FormState } from "@/server/auth/account/forms";
import { isSameOrigin } from "@/server/auth/same-origin";
import { container } from "@/server/container";
import { openAccount } from "./open-account";

const refused = (error: string): FormState => ({ done: null, error, field: null, typed: {} });

async function strange() {
  const t = await getExtracted("hosted");
  return t("This form must be sent from its own page.");
}

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/* The client chooses the arguments of an action, so their types are checked. */

/**
 * Runs a form of an account page for the signed-in user. The fields of the form contain the slug of the organization and the name
 * of the form. Refusals are translated on the server, because the page may have no scripts.
 */
export async function submitForm(_before: unknown, form: unknown): Promise<FormState> {
  const sent = await headers();
  const { account, baseUrl } = await (await container()).hostedAt(sent);
  // Accepts a request without the headers Origin and Sec-Fetch-Site, because its session cookie is SameSite.
  if (!isSameOrigin(sent, baseUrl, true) || !(form instanceof FormData)) return refused(await strange());
  const slug = textOf(form, "account.slug");
  const { actor } = await openAccount(slug, textOf(form, "account.page"));
  const state = await account.submit(actor, textOf(form, "account.form"), form, await getLocale());
  if (state.error === null) revalidatePath(`/account/${slug}`, "layout");
  if (state.next !== undefined) redirect(`/account/${slug}/${state.next}`);
  return state;
}

/** Returns the options for a new passkey, or the reason for a refusal in the language of the request. */
export async function askForPasskey(slug: unknown) {
  const sent = await headers();
  const { account, baseUrl } = await (await container()).hostedAt(sent);
  if (!isSameOrigin(sent, baseUrl, true) || typeof slug !== "string") return { error: await strange() };
  const { actor } = await openAccount(slug, "security");
  return account.beginPasskey(actor, await getLocale());
}
