import freemarker.template.Configuration;
import freemarker.template.Template;
import freemarker.template.TemplateExceptionHandler;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;

/** Renders templates with Apache FreeMarker: lines of base64 in, `ok` or `error` and base64 out. Run by freemarkerAnswers.ts. */
public class RenderTemplates {
  public static void main(String[] variables) throws Exception {
    Configuration configuration = new Configuration(Configuration.VERSION_2_3_31);
    configuration.setLocale(Locale.US);
    configuration.setOutputEncoding("UTF-8");
    configuration.setTimeZone(TimeZone.getTimeZone("UTC"));
    configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
    configuration.setLogTemplateExceptions(false);
    Map<String, Object> model = new HashMap<>();
    for (int i = 0; i + 1 < variables.length; i += 2) put(model, variables[i], variables[i + 1]);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String source = new String(Base64.getDecoder().decode(line), StandardCharsets.UTF_8);
      String answer;
      try {
        StringWriter out = new StringWriter();
        new Template("t", source, configuration).process(model, out);
        answer = "ok " + encode(out.toString());
      } catch (Exception error) {
        answer = "error " + encode(String.valueOf(error.getMessage()).split("\n")[0]);
      }
      System.out.println(answer);
    }
  }

  /** `node3.reply` is the member `reply` of a hash `node3`. */
  @SuppressWarnings("unchecked")
  private static void put(Map<String, Object> model, String name, String value) {
    int dot = name.indexOf('.');
    if (dot < 0) model.put(name, value);
    else put((Map<String, Object>) model.computeIfAbsent(name.substring(0, dot), key -> new HashMap<String, Object>()), name.substring(dot + 1), value);
  }

  private static String encode(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
