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

/** Who is at the door of this organization's account page; `page` is where they come back to after signing in. */
export const atTheDoor = cache(async (slug: string, page: string) => {
  const cookie = (await cookies()).toString();
  const { auth } = await container();
  const visit = await auth.account.visit(slug, cookie, await pageFacts(), page);
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
  const { auth } = await container();
  const { actor, person } = visit;
  return {
    slug,
    page,
    actor,
    person,
    /** The administrator who acts as this person, where it is not the person themselves. */
    actedBy: actor.subject.kind === "user" ? actor.subject.actedBy : undefined,
    appearance: await auth.appearance(actor.tenantId),
    signOut: auth.account.signOutAddress(actor.tenantId),
    /** Where to prove again who one is, to come back here. */
    signInAgain: auth.account.signInAddress(actor.tenantId, slug, {
      anew: true,
      hint: person.email ?? "",
      state: page,
    }),
    view: auth.account.of(actor),
  };
});
export type OpenAccount = Awaited<ReturnType<typeof openAccount>>;
