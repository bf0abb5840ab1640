import "server-only";
import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { container } from "@/server/container";

/** Facts of the page's request, as the audit log keeps them. */
async function pageFacts() {
  const { pageAddress } = await container();
  const sent = await headers();
  return { ip: pageAddress(sent), requestId: sent.get("x-request-id") };
}

/** The visitor of this organization's account page; `page` is where they come back to after signing in. */
export const atTheDoor = cache(async (slug: string, page: string) => {
  const cookie = (await cookies()).toString();
  const { account } = await (await container()).hostedAt(await headers());
  const visit = await account.visit(slug, cookie, await pageFacts(), page);
  if (visit.state === "unknown") notFound();
  return visit;
});

/**
 * What a page of somebody's account works with, or off to sign in. Layouts are no guard (CVE-2025-29927): every page, and
 * every form, opens the account itself.
 */
export const openAccount = cache(async (slug: string, page: string) => {
  const visit = await atTheDoor(slug, page);
  if (visit.state === "signed_out") redirect(visit.signIn);
  if (visit.state === "acting_elsewhere") redirect(visit.refusal);
  const { auth, config, hostedAt } = await container();
  const { account, baseUrl } = await hostedAt(await headers());
  const { actor, person } = visit;
  return {
    slug,
    page,
    actor,
    person,
    /** The administrator who acts as this person, where it is not the person themselves. */
    actedBy: actor.subject.kind === "user" ? actor.subject.actedBy : undefined,
    appearance: await auth.appearance(actor.tenantId),
    signOut: account.signOutAddress(actor.tenantId),
    /** Where to prove again who one is, to come back here. */
    signInAgain: account.signInAddress(actor.tenantId, slug, {
      anew: true,
      hint: person.email ?? "",
      state: page,
    }),
    view: account.of(actor),
    /** The host that these pages are at, and the installation's own: passkeys belong to one. */
    hosts: { here: new URL(baseUrl).hostname, own: new URL(config.BASE_URL).hostname },
  };
});
export type OpenAccount = Awaited<ReturnType<typeof openAccount>>;
