"use client";

import { Dialog } from "../ui/overlay";
import { Kbd } from "../ui/text";

const keys: { keys: string[]; what: string }[] = [
  { keys: ["Ctrl", "K"], what: "Find an area, a person, an app or an action (on a Mac: ⌘ K)" },
  { keys: ["/"], what: "Search in the page" },
  { keys: ["Enter"], what: "Send the search at once, or open what is chosen" },
  { keys: ["↑", "↓"], what: "Move in a list of choices" },
  { keys: ["Esc"], what: "Close what is open" },
  { keys: ["?"], what: "Show these keys" },
];

/** The keys that the console knows. */
export const KeyHelp = ({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Keys">
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
