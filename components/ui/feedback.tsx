import type { LucideIcon } from "lucide-react";
import { CircleAlert, CircleCheck, Info, LoaderCircle, TriangleAlert } from "lucide-react";
import { useExtracted } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "./cn";

/** Animated loading indicator. Always show a text beside the indicator. */
export const Spinner = () => <LoaderCircle aria-hidden className="size-4 animate-spin" />;

/** Placeholder for loading content. `className` must set the size of the content. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cn("block h-4 animate-pulse rounded bg-sunken", className)} />
);

const tones = {
  neutral: "bg-sunken text-ink-soft",
  success: "bg-accent-soft text-accent-text",
  warning: "bg-warning-soft text-warning-text",
  danger: "bg-danger-soft text-danger-text",
  info: "bg-info-soft text-info-text",
} as const;
export type Tone = keyof typeof tones;

/** Coloured label that shows a state in one or two words. */
export const Badge = ({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) => (
  <span
    className={cn(
      "inline-flex h-5 items-center rounded px-1.5 text-xs font-medium whitespace-nowrap",
      tones[tone],
    )}
  >
    {children}
  </span>
);

const calloutIcons = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
} as const;

/** Highlighted message. Screen readers announce the message at once if the tone is danger or `urgent` is true. */
export function Callout({
  tone = "info",
  urgent = tone === "danger",
  title,
  children,
}: {
  tone?: keyof typeof calloutIcons;
  urgent?: boolean;
  title?: string;
  children?: ReactNode;
}) {
  const Icon = calloutIcons[tone];
  return (
    <div role={urgent ? "alert" : "note"} className={cn("flex gap-2.5 rounded-md px-3 py-2.5", tones[tone])}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className="text-sm break-words">{children}</div>}
      </div>
    </div>
  );
}

/** Explanation for an empty list, with a button for the first step. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <span className="mb-4 flex size-11 items-center justify-center rounded-xl bg-accent-soft text-accent-text">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="font-semibold">{title}</p>
      {children && <div className="mt-1 max-w-sm text-ink-soft">{children}</div>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}

/** Explanation for data that could not be loaded. Shows the request id for support and a retry button. */
export function ErrorState({
  title,
  message,
  requestId,
  retry,
}: {
  title?: string;
  message?: string;
  requestId?: string | null;
  retry?: ReactNode;
}) {
  const t = useExtracted("shared");
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-14 text-center">
      <span className="mb-4 flex size-11 items-center justify-center rounded-xl bg-danger-soft text-danger-text">
        <CircleAlert aria-hidden className="size-5" />
      </span>
      <p className="font-semibold">{title ?? t("This could not be loaded")}</p>
      {message && <p className="mt-1 max-w-md text-ink-soft">{message}</p>}
      {requestId && (
        <p className="mt-2 font-mono text-xs text-ink-faint">{t("Request {requestId}", { requestId })}</p>
      )}
      {retry && <div className="mt-5">{retry}</div>}
    </div>
  );
}
