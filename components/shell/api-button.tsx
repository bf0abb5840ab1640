"use client";

import { useExtracted } from "next-intl";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "../ui/button";

const ApiPanel = dynamic(() => import("./api-panel").then((module) => module.ApiPanel), { ssr: false });

/** Button that opens a panel with the REST calls for the current page. */
export function ApiButton() {
  const t = useExtracted("console");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" title={t("As API calls")} onClick={() => setOpen(true)}>
        {t("API")}
      </Button>
      {open && <ApiPanel onClose={() => setOpen(false)} />}
    </>
  );
}
