/** Writes strings as JSON. */
final class Json {
  private Json() {}

  static String text(String text) {
    return text(text, Integer.MAX_VALUE);
  }

  /** At most {@code length} characters of the text; null for null. */
  static String text(String text, int length) {
    if (text == null) return "null";
    StringBuilder json = new StringBuilder("\"");
    int end = Math.min(text.length(), length);
    for (int at = 0; at < end; at += 1) {
      char character = text.charAt(at);
      boolean isPlain = character >= ' ' && character < 0x7f && character != '"' && character != '\\';
      if (isPlain) json.append(character);
      else json.append(String.format("\\u%04x", (int) character));
    }
    return json.append('"').toString();
  }
}
