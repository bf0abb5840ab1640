import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentSession } from "@/app/workspace";
import { AuthLayout } from "@/components/shell/auth-layout";
import { SignInForm } from "./sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage() {
  if (await currentSession()) redirect("/");
  return (
    <AuthLayout
      title="Sign in to the console"
      description="For administrators of an organization or of the platform."
      footer={
        <a href="/recover" className="rounded underline hover:text-ink">
          Forgot your password?
        </a>
      }
    >
      <SignInForm />
    </AuthLayout>
  );
}
