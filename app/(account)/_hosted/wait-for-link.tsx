"use client";

import { useEffect, useRef } from "react";

const EVERY_MS = 3_000;

/**
 * Continues the sign-in after the person opened the link on another device. Polls the server every 3 seconds while the page is
 * visible.
 */
export function WaitForLink({ base }: { base: string }) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible") return;
      fetch(`${base}/poll`, { method: "POST" })
        .then((answer) => answer.json() as Promise<{ ready?: boolean }>)
        .then(({ ready }) => {
          if (!ready) return;
          clearInterval(timer);
          form.current?.submit();
        })
        // The next interval repeats a failed request.
        .catch(() => {});
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [base]);
  return <form ref={form} method="post" action={`${base}/continue`} hidden />;
}
