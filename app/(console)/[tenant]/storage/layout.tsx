import { Words } from "@/app/_words/words";

export default function StorageLayout({ children }: LayoutProps<"/[tenant]/storage">) {
  return <Words of="storage">{children}</Words>;
}
