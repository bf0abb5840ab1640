import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cn } from "./cn";
import { Spinner } from "./feedback";

const variants = {
  primary: "bg-accent text-accent-ink hover:bg-accent-hover",
  secondary: "border border-line bg-surface text-ink hover:border-line-strong hover:bg-sunken",
  ghost: "text-ink-soft hover:bg-sunken hover:text-ink",
  danger: "bg-danger text-danger-ink hover:bg-danger-hover",
} as const;

const sizes = { sm: "h-7 px-2 text-sm gap-1.5", md: "h-8 px-3 gap-2" } as const;

export interface Look {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
}

/** Returns the CSS classes of a button, also for links that look like a button. */
export const buttonLook = ({ variant = "secondary", size = "md" }: Look, className?: string) =>
  cn(
    "inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0",
    variants[variant],
    sizes[size],
    className,
  );

const nothing = (event: MouseEvent) => event.preventDefault();

/**
 * Button. While `loading` is true, the button ignores clicks but keeps its label and the focus. `aria-disabled` has the same
 * effect. The attribute `disabled` would move the focus to the start of the page.
 */
export function Button({
  variant,
  size,
  loading = false,
  className,
  children,
  "aria-disabled": idle = false,
  onClick,
  ...rest
}: Look & { loading?: boolean } & ComponentProps<"button">) {
  const still = loading || idle === true || idle === "true";
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={still || undefined}
      onClick={still ? nothing : onClick}
      aria-busy={loading || undefined}
      className={buttonLook({ variant, size }, className)}
    >
      {loading && <Spinner />}
      {children}
    </button>
  );
}

/** Link that looks like a button. Loads a new document instead of a client navigation. */
export function LeavingButton({ variant, size, className, ...rest }: Look & ComponentProps<"a">) {
  return <a {...rest} className={buttonLook({ variant, size }, className)} />;
}

/** Link that looks like a button and starts a download. The current page stays open. */
export function DownloadButton({ variant, size, className, ...rest }: Look & ComponentProps<"a">) {
  return <a download {...rest} className={buttonLook({ variant, size }, className)} />;
}

/** Button that shows only an icon. The label is the accessible name and the tooltip. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: { label: string; children: ReactNode } & ComponentProps<"button">) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cn(
        "inline-flex size-8 shrink-0 items-center justify-center rounded-md text-ink-soft transition-colors hover:bg-sunken hover:text-ink disabled:opacity-50 [&_svg]:size-4",
        className,
      )}
    >
      {children}
    </button>
  );
}
