import { Words } from "@/app/_words/words";

/** Loads the texts of the area. */
export default function StorageLayout({ children }: LayoutProps<"/[tenant]/storage">) {
  return <Words of="storage">{children}</Words>;
}
