"use client";

import { ShieldCheck } from "lucide-react";
import { useExtracted } from "next-intl";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";

// Loaded on demand: the dialog with its validation is as large as the page.
const VerifyDialog = dynamic(() => import("./verify-dialog").then((module) => module.VerifyDialog), {
  ssr: false,
});

/** Opens the verification of the whole log. */
export function VerifyButton() {
  const t = useExtracted("audit");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <ShieldCheck aria-hidden />
        {t("Verify")}
      </Button>
      {open && <VerifyDialog onClose={() => setOpen(false)} />}
    </>
  );
}
