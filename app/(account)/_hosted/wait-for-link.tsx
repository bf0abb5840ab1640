"use client";

import { useEffect, useRef } from "react";

const EVERY_MS = 3_000;

/** Goes on by itself when the link was opened on another device; the button beside it does the same by hand. */
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
        // The next round asks again.
        .catch(() => {});
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [base]);
  return <form ref={form} method="post" action={`${base}/continue`} hidden />;
}
