import { redirect } from "next/navigation";
import { signedInSession } from "./workspace";

/** Off to where the signed-in person works. */
export default async function Home() {
  const { memberships, platformAdministrator } = await signedInSession();
  const first = memberships[0];
  redirect(platformAdministrator ? "/platform/tenants" : first ? `/${first.slug}` : "/sign-in");
}
