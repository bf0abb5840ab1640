import { redirect } from "next/navigation";
import { signedInSession } from "./workspace";

/** Redirects to the first workspace of the signed-in user. */
export default async function Home() {
  const { memberships, platformAdministrator } = await signedInSession();
  const first = memberships[0];
  redirect(platformAdministrator ? "/platform/tenants" : first ? `/${first.slug}` : "/sign-in");
}
