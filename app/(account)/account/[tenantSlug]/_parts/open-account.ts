import "server-only";
import { getLocale } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { container } from "@/server/container";

/** Returns the IP address and the request id for the audit log. */
async function pageFacts() {
  const { pageAddress } = await container();
  const sent = await headers();
  return { ip: pageAddress(sent), requestId: sent.get("x-request-id") };
}

/** Returns the session state of the visitor of an account page. After a sign-in, the browser returns to `page`. */
export const visitOf = cache(async (slug: string, page: string) => {
  const cookie = (await cookies()).toString();
  const { account } = await (await container()).hostedAt(await headers());
  const visit = await account.visit(slug, cookie, await pageFacts(), page);
  if (visit.state === "unknown") notFound();
  return visit;
});

/**
 * Opens an account for a page, or redirects to the sign-in. Every page opens the account itself, because layouts
 * do not protect pages (CVE-2025-29927).
 */
export const openAccount = cache(async (slug: string, page: string) => {
  const visit = await visitOf(slug, page);
  if (visit.state === "signed_out") redirect(visit.signIn);
  if (visit.state === "acting_elsewhere") redirect(visit.refusal);
  const { auth, config, hostedAt } = await container();
  const sent = await headers();
  const { account, baseUrl } = await hostedAt(sent);
  const { actor, person } = visit;
  return {
    slug,
    page,
    actor,
    person,
    /** Administrator who acts as this user, or undefined. */
    actedBy: actor.subject.kind === "user" ? actor.subject.actedBy : undefined,
    appearance: await auth.appearance(actor.tenantId),
    signOut: account.signOutAddress(actor.tenantId),
    /** Address for a new sign-in that returns to this page. */
    signInAgain: account.signInAddress(actor.tenantId, slug, {
      anew: true,
      hint: person.email ?? "",
      state: page,
    }),
    view: account.of(actor, await getLocale()),
    /** Issuer of the tokens on this host, which apps need to begin a sign-in (OpenID Connect Core §4). */
    issuer: baseUrl,
    /** Result of the form to which this page is the answer. */
    result: account.readResult(sent),
    /** Host name of this page (`here`) and host name of the installation (`own`). A passkey works on one host only. */
    hosts: { here: new URL(baseUrl).hostname, own: new URL(config.BASE_URL).hostname },
  };
});
export type OpenAccount = Awaited<ReturnType<typeof openAccount>>;
