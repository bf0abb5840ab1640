import { Words } from "@/app/_words/words";

export default function DocumentsLayout({ children }: LayoutProps<"/[tenant]/documents">) {
  return <Words of="documents">{children}</Words>;
}
