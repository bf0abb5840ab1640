"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { csrfToken } from "@/app/csrf-token";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Input } from "@/components/ui/input";
import { useHydrated } from "@/components/ui/use-hydrated";

const refusals: Record<string, string> = {
  CredentialsSignin: "The address or the password is not right, or the account may not sign in now.",
  throttled: "Too many attempts. Wait a few minutes and try again.",
};

/** Signs in by e-mail and password. The answer is the same for an unknown address and a wrong password. */
export function SignInForm() {
  const router = useRouter();
  const hydrated = useHydrated();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const signIn = async (email: string, password: string) => {
    setPending(true);
    setError(null);
    try {
      const response = await fetch("/api/auth/callback/credentials", {
        method: "POST",
        body: new URLSearchParams({
          email,
          password,
          csrfToken: await csrfToken(),
          callbackUrl: window.location.origin,
          json: "true",
        }),
      });
      const { url } = (await response.json()) as { url?: string };
      const outcome = new URL(url ?? "/", window.location.origin).searchParams;
      const refused = outcome.get("error") ?? (outcome.has("csrf") ? "csrf" : null);
      // And again from the server: whatever was rendered for nobody must not stay.
      if (response.ok && refused === null) {
        router.replace("/");
        return router.refresh();
      }
      setError(refusals[refused ?? ""] ?? "The sign-in did not go through. Try again.");
    } catch {
      setError("The server cannot be reached. Try again.");
    }
    setPending(false);
  };

  return (
    // Never a GET: a browser that sends it before the page has come to life must not put a password into the address.
    <form
      method="post"
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        const { email, password } = Object.fromEntries(new FormData(event.currentTarget)) as Record<
          string,
          string
        >;
        void signIn(email ?? "", password ?? "");
      }}
    >
      {error && <Callout tone="danger">{error}</Callout>}
      <div>
        <label htmlFor="email" className="mb-1 block text-sm font-medium">
          E-mail
        </label>
        <Input id="email" name="email" type="email" autoComplete="username" required autoFocus />
      </div>
      <div>
        <label htmlFor="password" className="mb-1 block text-sm font-medium">
          Password
        </label>
        <Input id="password" name="password" type="password" autoComplete="current-password" required />
      </div>
      <Button type="submit" variant="primary" disabled={!hydrated} loading={pending} className="h-9 w-full">
        Sign in
      </Button>
    </form>
  );
}
