import type { ReactNode } from "react";
import { frameOf } from "../_frame/frame-of";

export default async function TenantLayout({
  children,
  params,
}: {
  children: ReactNode;
  params: Promise<{ tenant: string }>;
}) {
  return frameOf((await params).tenant, children);
}
