"use client";

import { ShieldCheck } from "lucide-react";
import { useExtracted } from "next-intl";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";

// With what checks its form, it is as heavy as the page: it comes when it is asked for.
const VerifyDialog = dynamic(() => import("./verify-dialog").then((module) => module.VerifyDialog), {
  ssr: false,
});

/** Opens the check of the whole log. */
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
