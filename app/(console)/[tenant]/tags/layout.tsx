import { Words } from "@/app/_words/words";

export default function TagsLayout({ children }: LayoutProps<"/[tenant]/tags">) {
  return <Words of="tags">{children}</Words>;
}
