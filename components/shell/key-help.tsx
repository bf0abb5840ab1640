"use client";

import { useExtracted } from "next-intl";
import { Dialog } from "../ui/dialog/overlay";
import { Kbd } from "../ui/text";

/** Returns the keyboard shortcuts with their effects. The names of the keys are those on the keyboard. */
function useKeys(): { keys: string[]; what: string }[] {
  const t = useExtracted("console");
  return [
    { keys: [t("Ctrl"), "K"], what: t("Find an area, a person, an app or an action (on a Mac: ⌘ K)") },
    { keys: ["/"], what: t("Search in the page") },
    { keys: [t("Enter")], what: t("Search at once, or open the selected item") },
    { keys: ["↑", "↓"], what: t("Move in a list of choices") },
    { keys: [t("Esc")], what: t("Close the open dialog or menu") },
    { keys: [t("Alt"), "T"], what: t("Go to notifications, for example to undo a step") },
    { keys: ["?"], what: t("Show keyboard shortcuts") },
  ];
}

/** Lists the keyboard shortcuts of the console. */
export function KeyHelp({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useExtracted("console");
  const keys = useKeys();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("Keys")}>
      <dl className="divide-y divide-line">
        {keys.map(({ keys, what }) => (
          <div key={what} className="flex items-center gap-4 py-2">
            <dt className="flex w-20 shrink-0 gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
