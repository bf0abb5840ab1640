import { Words } from "@/app/_words/words";

/** Loads the texts of the area. */
export default function TagsLayout({ children }: LayoutProps<"/[tenant]/tags">) {
  return <Words of="tags">{children}</Words>;
}
