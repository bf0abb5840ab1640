import { NotThere } from "../_frame/not-there";

export default function NotFound() {
  return <NotThere />;
}
