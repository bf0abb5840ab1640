import Link from "next/link";
import type { ComponentProps } from "react";
import { buttonLook, type Look } from "./button";
import { LinkProgress } from "./link-progress";

/** Link that looks like a button. */
export function LinkButton({
  variant,
  size,
  className,
  children,
  ...rest
}: Look & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={buttonLook({ variant, size }, className)}>
      {children}
      <LinkProgress />
    </Link>
  );
}
