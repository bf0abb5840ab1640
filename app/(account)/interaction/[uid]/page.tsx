import type { Metadata } from "next";
import { cookies } from "next/headers";
import { AuthLayout } from "@/components/shell/auth-layout";
import { container } from "@/server/container";
import { ActingRefused, Consent, Refused, SignIn } from "./steps";

export const metadata: Metadata = { title: "Sign in", robots: { index: false } };

const refusals: Record<string, string> = {
  refused: "The address or the password is not right, or the account may not sign in now.",
  denied:
    "Your organization does not allow this sign-in from here, now, or with this device. Ask an administrator.",
  throttled: "Too many attempts. Wait a few minutes and try again.",
};

interface Props {
  params: Promise<{ uid: string }>;
  searchParams: Promise<{ error?: string | string[] }>;
}

/** One step of a sign-in to an app: who are you, may you, do you agree. Its forms work without scripts. */
export default async function InteractionPage({ params, searchParams }: Props) {
  const header = (await cookies()).toString();
  const { uid } = await params;
  const { error } = await searchParams;
  const { auth } = await container();
  const view = await auth.interactions.describe(uid, header, { ip: null, userAgent: null });
  if (!view) {
    return (
      <AuthLayout
        title="This sign-in has expired"
        description="It took too long, or it was begun in another browser. Go back to the app and sign in again."
      >
        {null}
      </AuthLayout>
    );
  }
  if (view.acting?.why) return <ActingRefused uid={uid} view={view} />;
  const refusal = typeof error === "string" ? (refusals[error] ?? null) : null;
  if (view.prompt === "consent") return <Consent uid={uid} view={view} />;
  if (view.prompt === "access") return <Refused uid={uid} view={view} />;
  return <SignIn uid={uid} view={view} refusal={refusal} />;
}
