"use client";

import { Download } from "lucide-react";
import { useExtracted } from "next-intl";
import { Button } from "./button";
import { downloadText } from "./download";
import { Callout } from "./feedback";
import { CodeBlock } from "./text";
import { useHydrated } from "./use-hydrated";

/** Shows new recovery codes once. The person can copy the codes. Scripts also offer a download. */
export function NewRecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useExtracted("shared");
  const hydrated = useHydrated();
  const text = codes.join("\n");
  return (
    <div className="space-y-3">
      <Callout tone="warning" title={t("Shown only once")}>
        {t(
          "Each code replaces the second factor for one sign-in. Keep the codes where you can find them without your phone: on paper, or in a password manager.",
        )}
      </Callout>
      <CodeBlock text={text} label={t("Recovery codes")} />
      {/* The server renders the button, because a button that appears later moves the next one under the pointer. */}
      <Button
        aria-disabled={!hydrated}
        onClick={() => downloadText("recovery-codes.txt", `${text}\n`)}
        className="noscript:hidden"
      >
        <Download aria-hidden />
        {t("Download")}
      </Button>
    </div>
  );
}
