// A client of Jungle for Apple's platforms and, with Swift 6, Linux: copy this file; it needs nothing else.

import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// How often a request is sent at most, if the server is busy.
private let tries = 3
/// A move of the bot takes 10 seconds at most, and the network may add to that; an analysis may take 60.
private let timeOut: TimeInterval = 15
/// Who is told to wait longer than this hears of it instead.
private let longestWait: UInt64 = 10

/// All that a request may hold, of which each operation takes its part; what is nil is not sent.
struct Ask: Encodable, Sendable {
    var ruleset: String?
    var position: String?
    var moves: [Action]?
    var state: String?
    var action: Action?
    var level: Int?
    var limits: Limits?
}

struct Limits: Encodable, Sendable {
    var depth: Int?
    var nodes: Int?
    var timeMs: Int?
}

/// The game after what was asked, with the action that was applied or that the bot chose.
struct Answer: Decodable, Sendable {
    let state: String
    let position: Position
    let status: Status
    let legalMoves: [Move]
    let applied: Action?
    let action: Action?
}

struct Position: Decodable, Sendable {
    let fen: String
    let turn: Int?
    let plies: Int
}

struct Status: Decodable, Sendable {
    let phase: String
    let winner: Int?
    let reason: String?
}

struct Move: Decodable, Sendable {
    let from: [Int]
    let to: [Int]
    let notation: String
    let kind: String
    let capture: String?
}

/// A move has a notation; a draw offer, its answer or a resignation has a seat.
struct Action: Codable, Sendable {
    let type: String
    let seat: Int?
    let notation: String?

    private enum CodingKeys: String, CodingKey {
        case type, seat, notation
    }

    static func move(_ notation: String) -> Action {
        Action(type: "move", seat: nil, notation: notation)
    }

    /// A request has a move as text.
    func encode(to encoder: Encoder) throws {
        if let notation {
            var text = encoder.singleValueContainer()
            try text.encode(notation)
        } else {
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encode(type, forKey: .type)
            try fields.encodeIfPresent(seat, forKey: .seat)
        }
    }
}

/// What went wrong: `code` is what to act on.
struct Problem: Error, Decodable, Sendable {
    let code: String
    let detail: String
    let instance: String
    let pointer: String?
    let reason: String?
}

/// A connection to a server. Cancelling the task that awaits an answer hangs up.
struct Jungle: Sendable {
    let baseURL: URL

    /// Throws a `Problem`, or a `URLError` of the network, which is `.cancelled` for a cancelled task.
    func post(_ path: String, _ ask: Ask) async throws -> Answer {
        var (body, response) = try await send(path, ask)
        for _ in 1..<tries {
            guard let seconds = secondsToWait(response) else { break }
            try await Task.sleep(nanoseconds: seconds * 1_000_000_000)
            (body, response) = try await send(path, ask)
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        if response.statusCode == 200 {
            return try decoder.decode(Answer.self, from: body)
        }
        if response.value(forHTTPHeaderField: "Content-Type")?.hasPrefix("application/problem+json") == true {
            throw try decoder.decode(Problem.self, from: body)
        }
        throw URLError(.badServerResponse)
    }

    private func send(_ path: String, _ ask: Ask) async throws -> (Data, HTTPURLResponse) {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        var request = URLRequest(url: baseURL.appendingPathComponent(path), timeoutInterval: timeOut)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try encoder.encode(ask)
        let (body, response) = try await URLSession.shared.data(for: request)
        guard let httpResponse = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return (body, httpResponse)
    }

    /// When a busy server wants the request again; nil if it does not, or not soon.
    private func secondsToWait(_ response: HTTPURLResponse) -> UInt64? {
        guard response.statusCode == 429 || response.statusCode == 503,
            let seconds = response.value(forHTTPHeaderField: "Retry-After").flatMap({ UInt64($0) }),
            seconds <= longestWait
        else { return nil }
        return seconds
    }
}

/// A game that goes on. The server knows it by its state; should it have forgotten that, the game is sent again.
actor JungleGame {
    private let jungle: Jungle
    private let ruleset: String?
    private let position: String?
    private var actions: [Action] = []
    private var state: String?

    init(_ jungle: Jungle, ruleset: String? = nil, position: String? = nil) {
        self.jungle = jungle
        self.ruleset = ruleset
        self.position = position
    }

    var plies: Int { actions.count }

    func legalMoves() async throws -> Answer {
        let answer = try await post("v1/legal-moves", Ask())
        state = answer.state
        return answer
    }

    func apply(_ notation: String) async throws -> Answer {
        let answer = try await post("v1/apply", Ask(action: .move(notation)))
        try advance(answer.state, answer.applied)
        return answer
    }

    func botMove(level: Int? = nil, limits: Limits? = nil) async throws -> Answer {
        let answer = try await post("v1/bot-move", Ask(level: level, limits: limits))
        try advance(answer.state, answer.action)
        return answer
    }

    private func post(_ path: String, _ ask: Ask) async throws -> Answer {
        var ask = ask
        if let state {
            ask.state = state
            do {
                return try await jungle.post(path, ask)
            } catch let problem as Problem where problem.code == "state_not_found" {
                ask.state = nil
            }
        }
        ask.ruleset = ruleset
        ask.position = position
        ask.moves = actions
        return try await jungle.post(path, ask)
    }

    private func advance(_ state: String, _ action: Action?) throws {
        guard let action else { throw URLError(.cannotParseResponse) }
        actions.append(action)
        self.state = state
    }
}
