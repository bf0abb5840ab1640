import { useExtracted } from "next-intl";
import type { ReactNode } from "react";
import { RelativeTime } from "../text";

/** List of records in a section. Each child is a `Row`. */
export const Rows = ({ children }: { children: ReactNode }) => (
  <ul className="divide-y divide-line">{children}</ul>
);

/** Entry for one record with title, details and actions. */
export const Row = ({
  picture,
  title,
  badge,
  detail,
  children,
}: {
  picture?: ReactNode;
  title: string;
  /** Badge beside the title. */
  badge?: ReactNode;
  /** Text below the title of the entry. */
  detail: ReactNode;
  /** Actions at the end of the row. On narrow screens, the actions are below the text. */
  children?: ReactNode;
}) => (
  <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-2.5">
    <span className="flex min-w-0 flex-1 basis-48 items-center gap-3">
      {picture}
      <span className="min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium" title={title}>
            {title}
          </span>
          {badge}
        </span>
        <span className="block text-sm break-words text-ink-faint">{detail}</span>
      </span>
    </span>
    {children}
  </li>
);

/** Shows when a record was added and last used. */
export function AddedAndUsed({ addedAt, usedAt }: { addedAt: string; usedAt: string | null }) {
  const t = useExtracted("shared");
  const added = () => <RelativeTime at={addedAt} />;
  return usedAt === null
    ? t.rich("added <added></added>, never used", { added })
    : t.rich("added <added></added>, last used <used></used>", {
        added,
        used: () => <RelativeTime at={usedAt} />,
      });
}
