import { Words } from "@/app/_words/words";

export default function AuditLayout({ children }: LayoutProps<"/[tenant]/audit">) {
  return <Words of="audit">{children}</Words>;
}
