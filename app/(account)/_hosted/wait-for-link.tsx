"use client";

import { useEffect, useRef } from "react";

const EVERY_MS = 3_000;

/** Continues the sign-in after the link was opened on another device. The button beside it does the same. */
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
        // A failed request is repeated at the next interval.
        .catch(() => {});
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [base]);
  return <form ref={form} method="post" action={`${base}/continue`} hidden />;
}
