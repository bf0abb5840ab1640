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

/* The actions check the types of their arguments, because a client can send any arguments. */

/**
 * Runs a form of the account page for the signed-in user. The form contains the slug of the organization and the name of the
 * form. The server translates the error messages, because the page may have no scripts.
 */
export async function submitForm(_before: unknown, form: unknown): Promise<FormState> {
  const sent = await headers();
  const { account, baseUrl } = await (await container()).hostedAt(sent);
  // The third argument accepts requests without the headers Origin and Sec-Fetch-Site. The SameSite session cookie protects
  // these requests.
  if (!isSameOrigin(sent, baseUrl, true) || !(form instanceof FormData)) return refused(await strange());
  const slug = textOf(form, "account.slug");
  const { actor } = await openAccount(slug, textOf(form, "account.page"));
  const state = await account.submit(actor, textOf(form, "account.form"), form, await getLocale());
  if (state.error === null) revalidatePath(`/account/${slug}`, "layout");
  if (state.next !== undefined) redirect(`/account/${slug}/${state.next}`);
  return state;
}

/** Returns the options for a new passkey. Returns a translated error if the request is refused. */
export async function askForPasskey(slug: unknown) {
  const sent = await headers();
  const { account, baseUrl } = await (await container()).hostedAt(sent);
  if (!isSameOrigin(sent, baseUrl, true) || typeof slug !== "string") return { error: await strange() };
  const { actor } = await openAccount(slug, "security");
  return account.beginPasskey(actor, await getLocale());
}
