// A client of Jungle for the JVM: copy this file; it needs kotlinx.serialization and kotlinx.coroutines.
// Android has no java.net.http: there, write `Jungle.send` with the HTTP client of the app.

import java.io.IOException
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.time.Duration
import java.util.concurrent.CompletionException
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.delay
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.encodeToJsonElement

/** How often a request is sent at most, if the server is busy. */
private const val TRIES = 3
/** A move of the bot takes 10 seconds at most, and the network may add to that; an analysis may take 60. */
private val TIME_OUT = Duration.ofSeconds(15)
/** Who is told to wait longer than this hears of it instead. */
private const val LONGEST_WAIT = 10L

/** What is not set is not sent, and what the server adds one day is skipped. */
private val json = Json {
    ignoreUnknownKeys = true
    explicitNulls = false
}

/** All that a request may hold, of which each operation takes its part. An action is "a3a4" or an object. */
@Serializable
data class Ask(
    val ruleset: String? = null,
    val position: String? = null,
    val moves: List<JsonElement>? = null,
    val state: String? = null,
    val action: JsonElement? = null,
    val level: Int? = null,
    val limits: Limits? = null,
)

@Serializable
data class Limits(
    val depth: Int? = null,
    val nodes: Int? = null,
    @SerialName("time_ms") val timeMs: Int? = null,
)

/** The game after what was asked, with the action that was applied or that the bot chose. */
@Serializable
data class Answer(
    val state: String,
    val position: Position,
    val status: Status,
    @SerialName("legal_moves") val legalMoves: List<Move>,
    val applied: Action? = null,
    val action: Action? = null,
)

@Serializable
data class Position(val fen: String, val turn: Int? = null, val plies: Int)

@Serializable
data class Status(val phase: String, val winner: Int? = null, val reason: String? = null)

@Serializable
data class Move(
    val from: List<Int>,
    val to: List<Int>,
    val notation: String,
    val kind: String,
    val capture: String? = null,
)

/** A move has a notation; a draw offer, its answer or a resignation has a seat. */
@Serializable
data class Action(val type: String, val seat: Int? = null, val notation: String? = null) {
    fun toRequest(): JsonElement = notation?.let(::JsonPrimitive) ?: json.encodeToJsonElement(this)
}

/** What went wrong: `code` is what to act on. */
@Serializable
data class Problem(
    val code: String,
    val detail: String,
    val instance: String,
    val pointer: String? = null,
    val reason: String? = null,
)

class ProblemException(val problem: Problem) : Exception("${problem.code}: ${problem.detail}")

/** A connection to a server. Cancelling the coroutine that awaits an answer hangs up. */
class Jungle(private val baseUrl: String) {
    // Else it asks on every plain connection for HTTP/2, which costs a connection a request where there is none.
    private val http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIME_OUT).build()

    /** Throws [ProblemException], or an [IOException] of the network; a time limit that is over is one, too. */
    suspend fun post(path: String, ask: Ask): Answer {
        var response = send(path, ask)
        for (retry in 1 until TRIES) {
            delay(secondsToWait(response)?.seconds ?: break)
            response = send(path, ask)
        }
        if (response.statusCode() == 200) return json.decodeFromString(response.body())
        if (response.header("content-type")?.startsWith("application/problem+json") == true) {
            throw ProblemException(json.decodeFromString(response.body()))
        }
        throw IOException("${response.statusCode()} from ${response.uri()}")
    }

    private suspend fun send(path: String, ask: Ask): HttpResponse<String> {
        val request = HttpRequest.newBuilder(URI.create(baseUrl + path))
            .timeout(TIME_OUT)
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json.encodeToString(ask)))
            .build()
        return suspendCancellableCoroutine { continuation ->
            val answer = http.sendAsync(request, HttpResponse.BodyHandlers.ofString())
            // `await` would cancel without interrupting, which keeps the connection: the bot would go on thinking.
            continuation.invokeOnCancellation { answer.cancel(true) }
            answer.whenComplete { response, error ->
                if (error == null) continuation.resume(response)
                else continuation.resumeWithException((error as? CompletionException)?.cause ?: error)
            }
        }
    }

    /** When a busy server wants the request again; null if it does not, or not soon. */
    private fun secondsToWait(response: HttpResponse<String>): Long? =
        response.header("retry-after")
            ?.takeIf { response.statusCode() in listOf(429, 503) }
            ?.toLongOrNull()
            ?.takeIf { it in 0..LONGEST_WAIT }

    private fun HttpResponse<String>.header(name: String): String? = headers().firstValue(name).orElse(null)
}

/** A game that goes on. The server knows it by its state; should it have forgotten that, the game is sent again. */
class JungleGame(
    private val jungle: Jungle,
    private val ruleset: String? = null,
    private val position: String? = null,
) {
    private val played = mutableListOf<JsonElement>()
    private var state: String? = null

    val plies get() = played.size

    suspend fun legalMoves(): Answer = post("/v1/legal-moves", Ask()).also { state = it.state }

    suspend fun apply(action: String): Answer =
        post("/v1/apply", Ask(action = JsonPrimitive(action))).also { advance(it, it.applied) }

    suspend fun botMove(level: Int? = null, limits: Limits? = null): Answer =
        post("/v1/bot-move", Ask(level = level, limits = limits)).also { advance(it, it.action) }

    private suspend fun post(path: String, ask: Ask): Answer {
        state?.let {
            try {
                return jungle.post(path, ask.copy(state = it))
            } catch (exception: ProblemException) {
                if (exception.problem.code != "state_not_found") throw exception
            }
        }
        return jungle.post(path, ask.copy(ruleset = ruleset, position = position, moves = played))
    }

    private fun advance(answer: Answer, action: Action?) {
        played += checkNotNull(action) { "an answer without the action that it tells of" }.toRequest()
        state = answer.state
    }
}
