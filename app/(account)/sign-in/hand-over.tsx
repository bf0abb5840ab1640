"use client";

import { useExtracted } from "next-intl";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { csrfToken } from "@/app/csrf-token";
import { Button } from "@/components/ui/button";
import { Callout, Spinner } from "@/components/ui/feedback";
import { useTroubles } from "../_hosted/flow-words";
import { takeReturn } from "./keep-return";

/**
 * Sends the code of a finished sign-in to next-auth. Then opens the requested page of the console.
 *
 * next-auth refuses a used code. next-auth also refuses the code if another window has continued the sign-in since the code was
 * created. After a refusal, the browser loads the sign-in page again. `again` is true if this page was loaded after a refusal.
 */
export function HandOver({ code, again }: { code: string; again: boolean }) {
  const t = useExtracted("hosted");
  const router = useRouter();
  const troubles = useTroubles();
  const [failed, setFailed] = useState<string | null>(again ? "" : null);

  const handOver = useCallback(async () => {
    const response = await fetch("/api/auth/callback/credentials", {
      method: "POST",
      body: new URLSearchParams({
        code,
        csrfToken: await csrfToken(),
        callbackUrl: window.location.origin,
        json: "true",
      }),
    });
    const { url } = (await response.json()) as { url?: string };
    const outcome = new URL(url ?? "/", window.location.origin).searchParams;
    const error = outcome.get("error");
    if (error === "device") return setFailed(error);
    const taken = response.ok && error === null && !outcome.has("csrf");
    const to = takeReturn();
    // Fetches the pages from the server again, because the router has cached pages that were rendered without a session.
    router.replace(taken ? to : `/sign-in?${new URLSearchParams({ error: "again", to }).toString()}`);
    router.refresh();
  }, [code, router]);

  const begun = useRef(false);
  useEffect(() => {
    // Prevents a second request with the same code, because React runs effects twice in development.
    if (begun.current || again) return;
    begun.current = true;
    handOver().catch(() => setFailed(""));
  }, [handOver, again]);

  if (failed === null)
    return (
      <p role="status" className="flex items-center gap-2 text-ink-soft">
        <Spinner />
        {t.rich(
          "One moment<noscript>: the console requires JavaScript. Enable it for this page.</noscript>",
          {
            noscript: (chunks) => <noscript>{chunks}</noscript>,
          },
        )}
      </p>
    );
  return (
    <div className="space-y-4">
      <Callout tone="danger">{troubles[failed] ?? t("The sign-in failed.")}</Callout>
      <form method="post" action="/sign-in/restart">
        <Button type="submit" variant="primary" className="h-9 w-full">
          {t("Start again")}
        </Button>
      </form>
    </div>
  );
}
